import { type ReactNode, useId } from "react";
import { Form, type FormProps } from "react-router";

export interface InlineFormProps extends Omit<FormProps, "title" | "children" | "className"> {
  title: string;
  /** Beside the fields: a picture of what comes out. */
  art?: ReactNode;
  /** Fields; `<div className="inline-form__wide">` for one as wide as the form. */
  children: ReactNode;
  /** Below the fields, at the start. */
  footStart?: ReactNode;
  /** Cancel, then the button that sends. */
  buttons: ReactNode;
}

/** A form that opens in the page, above the list that it adds to. */
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
