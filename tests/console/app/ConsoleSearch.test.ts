import { describe, expect, it } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import type { Api } from '#console/api/createApi.ts';
import { createRecordFinder } from '#console/app/ConsoleSearch.tsx';

const { signal } = new AbortController();

/** A finder over a server that gives every call this answer, and the number of calls. */
function finderOver(answer: () => Promise<never>) {
  let asked = 0;
  const api: Api = () => {
    asked += 1;
    return answer();
  };
  return { find: createRecordFinder(api), asked: () => asked };
}

describe('the search of records at the server', () => {
  it("isn't repeated if the server doesn't have the call", async () => {
    const { find, asked } = finderOver(() => Promise.reject(new ApiError('answer', 'Not found', 404)));
    expect(await find('123456', signal)).toEqual([]);
    expect(await find('123457', signal)).toEqual([]);
    expect(asked()).toBe(1);
  });

  it('finds nothing if the call fails, and tries again the next time', async () => {
    const { find, asked } = finderOver(() => Promise.reject(new ApiError('network', 'errors.network', 0)));
    expect(await find('123456', signal)).toEqual([]);
    await find('123456', signal);
    expect(asked()).toBe(2);
  });

  it('rejects when it is aborted', async () => {
    const { find } = finderOver(() => Promise.reject(new DOMException('', 'AbortError')));
    await expect(find('123456', signal)).rejects.toThrow(DOMException);
  });
});
