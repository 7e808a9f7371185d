import { parseXml, XmlElement } from "@rgrove/parse-xml";
import { unzipSync } from "fflate";

/** The cells of a workbook's only sheet as they are stored: a date is the number of its days since 30 December 1899. */
type Cell = string | number | null;

/** Returns the rows of the workbook that the shop writes, and the format of its dates. */
export function readWorkbook(file: Uint8Array): { rows: Cell[][]; dateFormat: string | undefined } {
  const files = unzipSync(file);
  const read = (path: string) => parseXml(new TextDecoder().decode(files[path]));
  const [format] = elements(read("xl/styles.xml"), "numFmt");
  return {
    rows: elements(read("xl/worksheets/sheet1.xml"), "row").map(cellsOf),
    dateFormat: format?.attributes.formatCode,
  };
}

function cellsOf(row: XmlElement): Cell[] {
  const cells: Cell[] = [];
  for (const cell of elements(row, "c")) {
    const { r = "", t } = cell.attributes;
    const column = Array.from(r.replace(/\d+/, "")).reduce(
      (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
      0,
    );
    while (cells.length < column - 1) cells.push(null);
    cells.push(t === "inlineStr" ? unescaped(cell.text) : Number(cell.text));
  }
  return cells;
}

/** Returns the text that a spreadsheet shows for one of a file (ECMA-376 part 1, 22.9.2.19). */
function unescaped(text: string): string {
  return text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Returns the elements of a name, however deep. */
function elements(parent: { children: readonly unknown[] }, name: string): XmlElement[] {
  return parent.children.flatMap((child) => {
    if (!(child instanceof XmlElement)) return [];
    return child.name === name ? [child] : elements(child, name);
  });
}
