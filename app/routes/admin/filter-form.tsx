import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";
import { Form, useLocation, useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";
import "./filter-form.css";

/** Filters of a list: in its address, at work as soon as they are changed; without a script once they are sent. */
export function FilterForm({ action, children }: { action: string; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { search } = useLocation();

  // The address can change otherwise, too: by Back, or a link that clears the filters.
  useEffect(() => {
    const params = new URLSearchParams(search);
    for (const field of form.current?.elements ?? []) {
      const settable = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      if (settable && field !== document.activeElement) field.value = params.get(field.name) ?? "";
    }
  }, [search]);

  const apply = (replace: boolean) => {
    if (!form.current) return;
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(form.current))
      if (typeof value === "string" && value.trim()) params.set(name, value);
    const query = params.size > 0 ? `?${params}` : "";
    void navigate(`${action}${query}`, { replace, preventScrollReset: true });
  };

  return (
    <Form
      ref={form}
      role="search"
      action={action}
      className="filters"
      // While one types, no letter is a step to go back to.
      onChange={({ target }) => apply(target instanceof HTMLInputElement)}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        apply(false);
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
