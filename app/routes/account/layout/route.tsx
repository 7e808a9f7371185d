import { Outlet } from "react-router";
import { AccountLayout } from "./account-layout-view.tsx";

export default function AccountPages() {
  return (
    <AccountLayout>
      <Outlet />
    </AccountLayout>
  );
}
