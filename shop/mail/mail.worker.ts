import { constants, setPriority } from "node:os";
import { workerData } from "node:worker_threads";
import { serveTasks } from "#lib/threads.server.ts";
import { type MailRoute, openSender } from "./sender.server.ts";

// Whoever waits for a page comes first. Linux has this for each thread, others for the process as a whole.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);

serveTasks(openSender(workerData as MailRoute).send);
