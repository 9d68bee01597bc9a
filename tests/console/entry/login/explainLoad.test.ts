import { beforeEach, describe, expect, it, vi } from 'vitest';
import { explainLoad } from '#console/entry/login/explainLoad.ts';
import { FormRefusal } from '#console/entry/login/FormRefusal.ts';

const missing = new TypeError('Failed to fetch dynamically imported module: https://console.test/assets/a.js');

async function explained(error: Error, answer: () => Promise<Response>) {
  const reload = vi.fn<() => void>();
  const page = { fetch: answer, location: Object.assign(new URL(document.URL), { reload }), document };
  const load = explainLoad(Promise.reject(error), Object.create(window, Object.getOwnPropertyDescriptors(page)));
  return { reason: await load.then(null, (reason: unknown) => reason), reload };
}

const index = (script: string) => async () => new Response(`<script type="module" src="${script}"></script>`);

beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
});

describe('code that can’t be loaded', () => {
  it.each([
    missing,
    new TypeError('error loading dynamically imported module: https://console.test/assets/a.js'),
    new TypeError('Importing a module script failed.'),
    new Error('Unable to preload CSS for /assets/a.css'),
    new Error('Network Error', { cause: missing }),
  ])('is explained by a newer console on the server: %s', async (error) => {
    const { reason, reload } = await explained(error, index('/assets/index-new.js'));
    expect(reason).toBeInstanceOf(FormRefusal);
    expect(reason).toMatchObject({ message: 'login.outdated', remedy: { label: 'login.reload' } });
    if (reason instanceof FormRefusal) void reason.remedy?.run();
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each([
    ['the console is the same', index('/assets/index-old.js')],
    ['the server can’t be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server is down', async () => new Response('Bad gateway', { status: 502 })],
  ])('keeps its error if %s', async (_case, answer) => {
    expect((await explained(missing, answer)).reason).toBe(missing);
  });

  it('keeps another error without asking the server', async () => {
    const other = new RangeError('oops');
    const answer = vi.fn<() => Promise<Response>>();
    expect((await explained(other, answer)).reason).toBe(other);
    expect(answer).not.toHaveBeenCalled();
  });
});
