import { doTasks } from "#lib/threads.server.ts";
import { printInvoice } from "./page.server.ts";

doTasks(printInvoice);
