import { Login, LoginForm, PasswordInput, required, TextInput } from 'react-admin';

/** react-admin's login page with one more field. */
export function LoginPage() {
  return (
    <Login>
      <LoginForm>
        <TextInput autoFocus source="username" autoComplete="username" validate={required()} />
        <PasswordInput source="password" autoComplete="current-password" validate={required()} />
        <TextInput source="totp_code" label="Authenticator code" autoComplete="one-time-code" validate={required()} />
      </LoginForm>
    </Login>
  );
}
