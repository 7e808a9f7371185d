/** Wallets shorten addresses to their first and last characters; these are set in bold to compare. */
const HEAD = 8;
const TAIL = 6;

interface Run {
  text: string;
  strong: boolean;
}

/** Splits an address into groups of four, and each group where its weight changes. */
function addressGroups(address: string): Run[][] {
  const strong = (index: number) => index < HEAD || index >= address.length - TAIL;
  const groups: Run[][] = [];
  for (const [index, character] of Array.from(address).entries()) {
    if (index % 4 === 0) groups.push([]);
    const group = groups.at(-1) ?? [];
    const run = group.at(-1);
    if (run?.strong === strong(index)) run.text += character;
    else group.push({ text: character, strong: strong(index) });
  }
  return groups;
}

export interface AddressProps {
  address: string;
  "data-testid"?: string;
}

/** A Bitcoin address in groups of four. The gaps are margins, so copied text has no spaces. */
export function Address({ address, "data-testid": testId }: AddressProps) {
  return (
    <p className="address" translate="no" data-testid={testId} data-address={address}>
      {addressGroups(address).map((group, index) => (
        <span key={index} className="address__group">
          {group.map((run, part) =>
            run.strong ? <b key={part}>{run.text}</b> : <span key={part}>{run.text}</span>,
          )}
        </span>
      ))}
    </p>
  );
}
