import { workerData } from "node:worker_threads";
import { doTasks } from "#lib/threads.server.ts";
import { type MailRoute, openSender } from "./sender.server.ts";

doTasks(openSender(workerData as MailRoute).send);
