import { type ReactNode, useId } from "react";
import { Form, type FormProps } from "react-router";

export interface InlineFormProps extends Omit<FormProps, "title" | "children" | "className"> {
  title: string;
  /** A preview beside the fields. */
  art?: ReactNode;
  /** The fields; wrap one in `<div className="inline-form__wide">` for the full width. */
  children: ReactNode;
  /** At the start of the footer. */
  footStart?: ReactNode;
  /** Cancel, then the submit button. */
  buttons: ReactNode;
}

/** A form that opens in the page, above the list whose entry it adds or edits. */
export function InlineForm(props: InlineFormProps) {
  const { title, art, children, footStart, buttons, ...form } = props;
  const id = useId();
  return (
    <Form
      method="post"
      noValidate
      {...form}
      className={art ? "card inline-form inline-form--art" : "card inline-form"}
      aria-labelledby={id}
    >
      {art && <div className="inline-form__art">{art}</div>}
      <div className="inline-form__body">
        <h2 className="heading" id={id}>
          {title}
        </h2>
        <div className="inline-form__fields">{children}</div>
        <div className="inline-form__foot">
          <div>{footStart}</div>
          <div className="row">{buttons}</div>
        </div>
      </div>
    </Form>
  );
}
