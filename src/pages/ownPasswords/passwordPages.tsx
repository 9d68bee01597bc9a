import { LOGIN, PAY } from './passwordKinds.ts';
import { OwnPasswordPage } from './OwnPasswordPage.tsx';

/** Changes the password of the sign-in. */
export function LoginPasswordPage() {
  return <OwnPasswordPage kind={LOGIN} />;
}

/** Changes the password without which no money leaves, or sets the first one. */
export function PayPasswordPage() {
  return <OwnPasswordPage kind={PAY} />;
}
