import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { FormRefusal } from '#console/entry/login/FormRefusal.ts';
import { SignInForm, type Credentials } from '#console/entry/login/SignInForm.tsx';
import type { AuthenticatorUse } from '#shared/contract/runtimeDefaults.ts';
import { gate } from '#tests/support/gate.ts';
import { translate } from './loginTexts.ts';

function setUp(answer: () => Promise<void> = () => Promise.resolve(), authenticator: AuthenticatorUse = 'required') {
  const sent: Credentials[] = [];
  let typing = 0;
  const signIn = (values: Credentials) => {
    sent.push(values);
    return answer();
  };
  render(
    <SignInForm signIn={signIn} authenticator={authenticator} onTyping={() => (typing += 1)} translate={translate} />,
  );
  return { sent, user: userEvent.setup(), typed: () => typing > 0 };
}

const username = () => screen.getByLabelText('Username');
const password = () => screen.getByLabelText('Password');
const code = () => screen.getByLabelText('Authenticator code');
const button = () => screen.getByRole('button', { name: 'Sign in' });

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(username(), 'demo');
  await user.type(password(), 'secret');
  await user.type(code(), '123456');
}

describe('the sign-in form', () => {
  it('begins with the focus in the first empty field', () => {
    setUp();
    expect(username()).toHaveFocus();
  });

  it('names its fields for browsers and password managers', () => {
    setUp();
    expect(username()).toHaveAttribute('autocomplete', 'username');
    expect(password()).toHaveAttribute('autocomplete', 'current-password');
    expect(code()).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code()).toHaveAttribute('inputmode', 'numeric');
  });

  it('is submitted by Enter in the last field', async () => {
    const { sent, user } = setUp();
    await user.type(username(), ' demo ');
    await user.type(password(), ' secret ');
    await user.type(code(), '123 456{Enter}');
    expect(sent).toEqual([{ username: 'demo', password: ' secret ', totp_code: '123456' }]);
  });

  it('sends no code where it may be empty and is, but refuses a wrong one', async () => {
    const { sent, user } = setUp(undefined, 'optional');
    await user.type(username(), 'demo');
    await user.type(password(), 'secret');
    await user.type(code(), '12{Enter}');
    expect(code()).toHaveAccessibleDescription(/6 digits/);
    await user.clear(code());
    await user.click(button());
    await user.type(code(), '123456{Enter}');
    expect(sent).toEqual([
      { username: 'demo', password: 'secret' },
      { username: 'demo', password: 'secret', totp_code: '123456' },
    ]);
  });

  it('has no field for a code where there are none', async () => {
    const { sent, user } = setUp(undefined, 'none');
    await user.type(username(), 'demo');
    await user.type(password(), 'secret{Enter}');
    expect(screen.queryByLabelText('Authenticator code')).toBeNull();
    expect(sent).toEqual([{ username: 'demo', password: 'secret' }]);
  });

  it('shows at each field what is missing, and focuses the first of them', async () => {
    const { sent, user } = setUp();
    await user.type(username(), 'demo');
    await user.click(button());
    expect(password()).toHaveAccessibleDescription('Enter your password');
    expect(code()).toHaveAccessibleDescription('Enter your authenticator code');
    expect(username()).toBeValid();
    expect(password()).toBeInvalid();
    expect(password()).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it('removes the error of a field while it is being corrected', async () => {
    const { user } = setUp();
    await user.click(button());
    await user.type(username(), 'd');
    expect(username()).not.toHaveAttribute('aria-invalid', 'true');
    expect(password()).toHaveAttribute('aria-invalid', 'true');
  });

  it('is sent once however often the button is pressed, and can be used again after an error', async () => {
    const { opened, open } = gate();
    const { sent, user } = setUp(async () => {
      await opened;
      throw new FormRefusal('Incorrect username, password or authenticator code.');
    });
    await fill(user);
    await user.click(button());
    const busy = screen.getByRole('button', { name: 'Signing in…' });
    expect(busy).toHaveAttribute('aria-disabled', 'true');
    await user.click(busy);
    await user.type(code(), '{Enter}');
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect username, password or authenticator code.');
    expect(sent).toHaveLength(1);
    expect(button()).toHaveAttribute('aria-disabled', 'false');
    await user.click(button());
    expect(sent).toHaveLength(2);
  });

  it('keeps the input when it is rejected', async () => {
    const { user } = setUp(() => Promise.reject(new FormRefusal('errors.timeout', {}, { ms: 5000 })));
    await fill(user);
    await user.click(button());
    expect(await screen.findByRole('alert')).toHaveTextContent('timeout of 5000ms exceeded');
    expect(username()).toHaveValue('demo');
    expect(password()).toHaveValue('secret');
    expect(code()).toHaveValue('123456');
  });

  it("shows the server's message about a field at that field", async () => {
    const { user } = setUp(() => Promise.reject(new FormRefusal('No.', { totp_code: 'Used before.' })));
    await fill(user);
    await user.click(button());
    expect(await screen.findByText('Used before.')).toBeInTheDocument();
    expect(code()).toHaveFocus();
    expect(code()).toHaveAccessibleDescription('Used before.');
  });

  it('reports the first keystroke', async () => {
    const { user, typed } = setUp();
    expect(typed()).toBe(false);
    await user.type(username(), 'd');
    expect(typed()).toBe(true);
  });
});

describe('the password field', () => {
  it('is shown and hidden by a button that returns the focus', async () => {
    const { user } = setUp();
    await user.type(password(), 'secret');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password()).toHaveAttribute('type', 'text');
    expect(password()).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password()).toHaveAttribute('type', 'password');
    expect(password()).toHaveFocus();
    expect(password()).toHaveValue('secret');
  });

  it('warns of caps lock while capitals are typed without shift, until it loses the focus', async () => {
    const { user } = setUp();
    const hint = () => screen.queryByText('Caps Lock is on');
    await user.type(password(), 'a1');
    expect(hint()).not.toBeInTheDocument();
    await user.type(password(), 'A');
    expect(hint()).toBeInTheDocument();
    await user.type(password(), '1{ArrowLeft}');
    expect(hint()).toBeInTheDocument();
    await user.type(password(), 'b');
    expect(hint()).not.toBeInTheDocument();
    await user.type(password(), 'A');
    await user.tab();
    expect(hint()).not.toBeInTheDocument();
  });

  it("doesn't warn of capitals typed with shift", async () => {
    const { user } = setUp();
    await user.type(password(), '{Shift>}A{/Shift}');
    expect(screen.queryByText('Caps Lock is on')).not.toBeInTheDocument();
  });
});
