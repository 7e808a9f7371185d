import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { enqueueMail, enqueueNewsletter, markFailed, markSent } from "#shop/mail/mails.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { readOperations } from "./operations.server.ts";
