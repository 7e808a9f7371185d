import { serveTasks } from "#lib/threads.server.ts";
import { printInvoice } from "./page.server.ts";

serveTasks(printInvoice);
