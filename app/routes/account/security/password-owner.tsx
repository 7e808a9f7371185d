/** Tells password managers whose password a form holds; not sent with it. */
export function PasswordOwner({ email }: { email: string }) {
  return <input hidden type="text" autoComplete="username" value={email} readOnly />;
}
