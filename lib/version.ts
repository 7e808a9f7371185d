import packageJson from "../package.json" with { type: "json" };

/** The version of Satchel; the build contains it. */
export const version: string = packageJson.version;
