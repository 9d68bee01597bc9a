import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { EnrolmentCalls } from '#console/entry/login/enrolmentCalls.ts';
import { EnrolmentView } from '#console/entry/login/EnrolmentView.tsx';
import { FormRefusal } from '#console/entry/login/FormRefusal.ts';
import { translate } from './loginTexts.ts';

const INVITATION = {
  username: 'ana',
  real_name: 'Ana García',
  needs_password: true,
  totp_secret: 'JBSWY3DPEHPK3PXP',
  otpauth_url: 'otpauth://totp/Console:ana?secret=JBSWY3DPEHPK3PXP',
};

function setUp(overrides: Partial<EnrolmentCalls> = {}) {
  const bodies: unknown[] = [];
  let done = false;
  const calls: EnrolmentCalls = {
    check: () => Promise.resolve(INVITATION),
    complete: async (body) => {
      bodies.push(body);
      return { recovery_codes: [] };
    },
    ...overrides,
  };
  render(<EnrolmentView token="the-token" calls={calls} onDone={() => (done = true)} translate={translate} />);
  return { bodies, user: userEvent.setup(), isDone: () => done };
}

async function fillIn(user: ReturnType<typeof userEvent.setup>, again = 'a long password') {
  await user.type(await screen.findByLabelText('New password'), 'a long password');
  await user.type(screen.getByLabelText('Repeat new password'), again);
  await user.type(screen.getByLabelText('Authenticator code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Finish setup' }));
}

describe('an invitation', () => {
  it("shows the user's name and the secret, as a link and as a key to type", async () => {
    setUp();
    expect(await screen.findByText('Welcome, Ana García.')).toBeInTheDocument();
    expect(screen.getByText('Your username is ana.')).toBeInTheDocument();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open in authenticator app' })).toHaveAttribute(
      'href',
      INVITATION.otpauth_url,
    );
  });

  it('links only to authenticator apps', async () => {
    setUp({ check: async () => ({ ...INVITATION, otpauth_url: 'https://evil.example' }) });
    await screen.findByLabelText('New password');
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  it('sends token, password and code, and is complete', async () => {
    const { bodies, user, isDone } = setUp();
    await fillIn(user);
    expect(bodies).toEqual([{ token: 'the-token', password: 'a long password', totp_code: '123456' }]);
    expect(isDone()).toBe(true);
  });

  it('requires the same password twice', async () => {
    const { bodies, user } = setUp();
    await fillIn(user, 'another password');
    expect(screen.getByLabelText('Repeat new password')).toHaveAccessibleDescription(
      'The new password entered twice does not match',
    );
    expect(bodies).toEqual([]);
  });

  it("shows the server's rejection in place and keeps the input", async () => {
    const refusal = new FormRefusal('Please correct the highlighted fields.', { totp_code: 'Incorrect code.' });
    const { user, isDone } = setUp({ complete: () => Promise.reject(refusal) });
    await fillIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Please correct the highlighted fields.');
    expect(screen.getByLabelText('Authenticator code')).toHaveAccessibleDescription('Incorrect code.');
    expect(screen.getByLabelText('New password')).toHaveValue('a long password');
    expect(isDone()).toBe(false);
  });

  it('that is no longer valid says so and leads to the sign-in', async () => {
    setUp({ check: () => Promise.reject(new FormRefusal('This invitation link is no longer valid.')) });
    expect(await screen.findByRole('alert')).toHaveTextContent('This invitation link is no longer valid.');
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/login');
  });
});
