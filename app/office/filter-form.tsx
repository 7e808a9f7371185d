import type { ReactNode, SubmitEvent } from "react";
import { Form, useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { useFilters } from "./use-filters.ts";

/** Filters of a list, stored in its URL and applied on each change; without JavaScript, on submit. */
export function FilterForm({ action, children }: { action: string; children: ReactNode }) {
  const { search } = useLocation();
  const { form, follow, followTyping } = useFilters({
    shown: `${action}${search}`,
    values: Object.fromEntries(new URLSearchParams(search)),
    pathOf: (fields) => {
      const params = new URLSearchParams();
      for (const [name, value] of fields)
        if (typeof value === "string" && value.trim()) params.set(name, value);
      return params.size > 0 ? `${action}?${params}` : action;
    },
  });

  return (
    <Form
      ref={form}
      role="search"
      action={action}
      className="filters"
      // Typing adds no history entries.
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement) followTyping();
        else follow({ replace: false });
      }}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        follow({ replace: false });
      }}
    >
      {children}
      <noscript>
        <Button type="submit" size="sm">
          Show
        </Button>
      </noscript>
    </Form>
  );
}
