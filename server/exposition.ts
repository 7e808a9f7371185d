export type Labels = Record<string, string>;

interface Sample {
  value: number;
  labels: Labels;
  suffix: string;
}

/** What Prometheus calls a metric family: one name, and a value for each set of labels. */
export interface Family {
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
  samples: Sample[];
}

export function sample(value: number, labels: Labels = {}, suffix = ""): Sample {
  return { value, labels, suffix };
}

/** A number that goes up and down; null where it is not known, which leaves it out. */
export function gauge(name: string, help: string, value: number | null): Family {
  return { name, type: "gauge", help, samples: value === null ? [] : [sample(value)] };
}

/** The text that Prometheus reads (text-based exposition format, version 0.0.4). */
export function exposition(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(
        ({ value, labels, suffix }) => `${name}${suffix}${labelText(labels)} ${value}`,
      ),
    ])
    .concat("")
    .join("\n");
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
