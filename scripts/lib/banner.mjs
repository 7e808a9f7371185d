/** Prints lines in a frame that nobody overlooks at the end of a long output; prints nothing without lines. */
export function printBanner(title, lines) {
  if (lines.length === 0) return;
  const frame = "!".repeat(72);
  console.log(`\n${frame}\n${title}\n${lines.map((line) => `  - ${line}`).join("\n")}\n${frame}`);
}
