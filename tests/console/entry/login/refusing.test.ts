import { describe, expect, it } from 'vitest';
import { ApiError, SessionDataError } from '@merchant-console/ra-provider';
import { FormRefusal } from '#console/entry/login/FormRefusal.ts';
import { refusing } from '#console/entry/login/refusing.ts';
import { translate } from './loginTexts.ts';

async function refusalOf(error: Error): Promise<FormRefusal | null> {
  try {
    return await refusing(Promise.reject(error));
  } catch (reason) {
    return reason instanceof FormRefusal ? reason : null;
  }
}

describe('a call that a form makes', () => {
  it('resolves to its response', async () => {
    await expect(refusing(Promise.resolve(7))).resolves.toBe(7);
  });

  it("is rejected with the server's messages, by field", async () => {
    const data = { error: 'validation', errors: { password: 'Too short.' } };
    const refusal = await refusalOf(ApiError.refused(422, { code: 422, msg: 'Please correct.', data }));
    expect(refusal?.text(translate)).toBe('Please correct.');
    expect(refusal?.fields).toEqual({ password: 'Too short.' });
  });

  it("is rejected in the user's language if there was no response", async () => {
    expect((await refusalOf(ApiError.timeout(5000)))?.text(translate)).toBe('timeout of 5000ms exceeded');
    expect((await refusalOf(ApiError.network(new TypeError())))?.text(translate)).toBe('Network Error');
    expect((await refusalOf(new SessionDataError('errors.empty_roles')))?.text(translate)).toBe(
      'getInfo: roles must be a non-null array!',
    );
  });

  it('rethrows programming errors unchanged', async () => {
    await expect(refusing(Promise.reject(new RangeError('oops')))).rejects.toThrow(RangeError);
  });
});
