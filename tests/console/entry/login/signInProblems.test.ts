import { describe, expect, it } from 'vitest';
import { enrolmentProblems } from '#console/entry/login/EnrolmentView.tsx';
import { signInProblems, toCredentials } from '#console/entry/login/SignInForm.tsx';

const filled = { username: 'demo', password: 'secret', totp_code: '123456' };

describe('the sign-in form', () => {
  it('accepts values that are all present', () => {
    expect(signInProblems(filled)).toEqual({});
  });

  it('requires each field', () => {
    expect(signInProblems({ username: ' ', password: '', totp_code: ' ' })).toEqual({
      username: 'login.username_required',
      password: 'login.password_required',
      totp_code: 'login.totp_code_required',
    });
  });

  it.each(['12345', '1234567', '12345a', '-12345', '12.456'])('requires 6 digits, not %s', (code) => {
    expect(signInProblems({ ...filled, totp_code: code })).toEqual({ totp_code: 'login.totp_code_invalid' });
  });

  it.each([' 123 456 ', '１２３４５６', '123\u3000456'])('accepts the digits of %j', (code) => {
    expect(signInProblems({ ...filled, totp_code: code })).toEqual({});
    expect(toCredentials({ ...filled, totp_code: code }).totp_code).toBe('123456');
  });

  it('trims the username, and never the password', () => {
    expect(toCredentials({ ...filled, username: ' demo ', password: ' p ' })).toEqual({
      username: 'demo',
      password: ' p ',
      totp_code: '123456',
    });
    expect(signInProblems({ ...filled, password: ' ' })).toEqual({});
  });
});

describe('the enrolment form', () => {
  const chosen = { password: 'twelve chars', password_again: 'twelve chars', totp_code: '123456' };

  const both = { needs: { password: true, totp: true }, username: 'alice' };

  it('checks only what the link sets', () => {
    const empty = { password: '', password_again: '', totp_code: '' };
    expect(
      enrolmentProblems({ ...empty, totp_code: '123456' }, { ...both, needs: { password: false, totp: true } }),
    ).toEqual({});
    expect(
      enrolmentProblems({ ...chosen, totp_code: '' }, { ...both, needs: { password: true, totp: false } }),
    ).toEqual({});
  });

  it('accepts passwords of 12 to 128 characters', () => {
    expect(enrolmentProblems(chosen, both)).toEqual({});
    const long = 'x'.repeat(128);
    expect(enrolmentProblems({ ...chosen, password: long, password_again: long }, both)).toEqual({});
  });

  it.each(['eleven char', 'x'.repeat(129), ''])('rejects shorter and longer ones', (password) => {
    expect(enrolmentProblems({ ...chosen, password, password_again: password }, both)).toEqual({
      password: 'password.length',
    });
  });

  it('rejects one that contains the username', () => {
    const password = 'really-Alice-again';
    expect(enrolmentProblems({ ...chosen, password, password_again: password }, both)).toEqual({
      password: 'errors.password_contains_username',
    });
  });

  it('requires exactly the same password twice', () => {
    expect(enrolmentProblems({ ...chosen, password_again: 'Twelve chars' }, both)).toEqual({
      password_again: 'password.mismatch',
    });
  });

  it('requires a code', () => {
    expect(enrolmentProblems({ ...chosen, totp_code: '' }, both)).toEqual({ totp_code: 'login.totp_code_required' });
  });
});
