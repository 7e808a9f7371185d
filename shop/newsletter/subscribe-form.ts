import { z } from "zod";
import { emailField } from "#lib/email.ts";

// Beside the noun and not in it: the box is on every page of the shop, and leaves the checking to the server.
export const subscribeSchema = z.object({ email: emailField("Please enter your email address") });
