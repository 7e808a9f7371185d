import { constants, setPriority } from "node:os";
import { workerData } from "node:worker_threads";
import { serveTasks } from "#lib/threads.server.ts";
import { type MailRoute, openSender } from "./sender.server.ts";

// Requests come first. Only Linux has a priority per thread; elsewhere it would apply to the whole process.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);

serveTasks(openSender(workerData as MailRoute).send);
