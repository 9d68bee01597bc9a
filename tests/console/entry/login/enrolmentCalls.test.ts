import { describe, expect, it } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import { createEnrolmentCalls } from '#console/entry/login/enrolmentCalls.ts';
import { FormRefusal } from '#console/entry/login/FormRefusal.ts';
import { translate } from './loginTexts.ts';

const USED = () => ApiError.refused(404, { code: 40400, msg: 'This invitation link is no longer valid.' });

/** Messages of successive attempts to complete an enrolment that fail. */
async function messagesOf(...failures: ApiError[]): Promise<string[]> {
  const calls = createEnrolmentCalls('/prod-api', () => Promise.reject(failures.shift() ?? new Error('no more')));
  const messages: string[] = [];
  while (failures.length > 0) {
    await calls.complete({ token: 'the-token', totp_code: '123456' }).catch((error: unknown) => {
      messages.push(FormRefusal.of(error).text(translate));
    });
  }
  return messages;
}

describe('an enrolment whose first attempt had no response', () => {
  it('may be complete if the link no longer works, so the user is told to sign in', async () => {
    const [unanswered, used] = await messagesOf(ApiError.timeout(5000), USED());
    expect(unanswered).toBe('timeout of 5000ms exceeded');
    expect(used).toContain('perhaps because your earlier attempt was saved. Try to sign in.');
  });

  it('is not complete if the server rejected it', async () => {
    const wrong = ApiError.refused(422, { code: 42200, msg: 'Incorrect code.' });
    expect(await messagesOf(wrong, USED())).toEqual(['Incorrect code.', 'This invitation link is no longer valid.']);
  });
});
