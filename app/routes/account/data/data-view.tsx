import { Icon } from "#app/ui/icon.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { Setting } from "../shared/setting.tsx";

export interface DataViewProps {
  /** False for those who only sign in elsewhere: they are not asked for one. */
  hasPassword: boolean;
  /** Why the account was not deleted. */
  error?: string | null;
}

/** Taking one's data along, and leaving. */
export function DataView({ hasPassword, error }: DataViewProps) {
  return (
    <>
      <Setting
        title="Download my data"
        about="Profile, orders, points, linked sign-ins and sessions: what this shop keeps about you, as JSON."
      >
        <div>
          <a className="btn btn--secondary" href="/account/export" download>
            <Icon name="download" />
            Download my data
          </a>
        </div>
      </Setting>
      <Setting title="Delete account" about="Your points, earnings and referral code end with it.">
        <DeleteAccount hasPassword={hasPassword} error={error ?? null} />
      </Setting>
    </>
  );
}
