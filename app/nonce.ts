import { createContext } from "react";

/** The nonce for inline scripts; on the page itself it is empty, because browsers hide it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
