import { workerData } from "node:worker_threads";
import { serveTasks } from "#lib/threads.server.ts";
import { type MailRoute, openSender } from "./sender.server.ts";

serveTasks(openSender(workerData as MailRoute).send);
