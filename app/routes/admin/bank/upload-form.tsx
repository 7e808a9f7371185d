import { Form, href, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** Takes a statement. To import only stores its lines: twice the same changes nothing. */
export function UploadForm({ problem }: { problem: string | null }) {
  const { formData } = useNavigation();
  return (
    <Card title="Import a statement" className="bank__import" line pad>
      <Form
        method="post"
        action={href("/admin/bank")}
        encType="multipart/form-data"
        preventScrollReset
        className="bank__upload"
      >
        <input type="hidden" name="intent" value="import" />
        <Field
          label="File"
          name="file"
          type="file"
          accept=".csv,.txt,.xml,text/csv,application/xml,text/xml"
          error={problem}
          hint="CSV or CAMT.053, as your bank exports it. The same file twice, or one that overlaps, does no harm."
          required
        />
        <div className="bank__send">
          <Checkbox label="Let me choose the columns of a CSV" name="choose" value="1" />
          <Button type="submit" variant="primary" busy={formData?.get("intent") === "import"}>
            <Icon name="plus" />
            Import
          </Button>
        </div>
      </Form>
    </Card>
  );
}
