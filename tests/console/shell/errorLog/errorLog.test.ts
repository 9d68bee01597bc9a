import { describe, expect, it } from 'vitest';
import { createErrorLog } from '#console/shell/errorLog/errorLog.ts';
import { errorReport } from '#console/shell/errorLog/ErrorLogDialog.tsx';

const TIME = new Date('2026-03-01T10:00:00Z');

function setUp({ isOn = true } = {}) {
  const events = new EventTarget();
  const browser = {
    addEventListener: events.addEventListener.bind(events),
    location: new URL('http://console.test/orderList?page=2#top'),
  };
  const log = createErrorLog({ browser, clock: { now: () => TIME }, isOn });
  log.watch();
  return {
    log,
    throwIn: (error: unknown, told: ErrorEventInit = {}) =>
      events.dispatchEvent(new ErrorEvent('error', { error, ...told })),
    reject: (reason: unknown) => events.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason })),
    messages: () => log.get().map(({ message }) => message),
  };
}

describe('the error log', () => {
  it('contains thrown errors, rejections and rendering errors, oldest first', () => {
    const { log, throwIn, reject, messages } = setUp();
    throwIn(new Error('thrown'), { filename: 'app.js', lineno: 3, colno: 7 });
    reject(new Error('rejected'));
    log.addFailure(new Error('not drawn'), '\n    at Cell\n    at Row\n    at Table\n    at Page');
    expect(messages()).toEqual(['thrown', 'rejected', 'not drawn']);
    expect(log.get().map(({ place }) => place)).toEqual([
      'app.js:3:7',
      expect.stringMatching(/^at /),
      'at Cell\nat Row\nat Table',
    ]);
    expect(log.get()[0]).toMatchObject({ address: '/orderList?page=2#top', time: TIME });
    expect(log.get()[0]?.stack).toContain('Error: thrown');
  });

  it.each([
    ['a text', 'only words', 'only words'],
    ['an error without a message', new TypeError(''), 'TypeError'],
    ['an object', { code: 3 }, '[object Object]'],
    ['nothing', undefined, ''],
  ])('accepts any thrown value: %s', (_name, reason, message) => {
    const { reject, messages } = setUp();
    reject(reason);
    expect(messages()).toEqual([message]);
  });

  it("shows the browser's message for an error whose details it hides", () => {
    const { throwIn, messages } = setUp();
    throwIn(null, { message: 'Script error.' });
    expect(messages()).toEqual(['Script error.']);
  });

  it('ignores harmless errors: aborted requests, ResizeObserver loops', () => {
    const { throwIn, reject, messages } = setUp();
    reject(new DOMException('aborted', 'AbortError'));
    throwIn(undefined, { message: 'ResizeObserver loop completed with undelivered notifications.' });
    expect(messages()).toEqual([]);
  });

  it('keeps the newest hundred', () => {
    const { reject, messages } = setUp();
    for (let number = 1; number <= 120; number += 1) reject(`error ${number}`);
    expect([messages().length, messages()[0], messages().at(-1)]).toEqual([100, 'error 21', 'error 120']);
  });

  it('notifies of each change, and can be cleared', () => {
    const { log, reject } = setUp();
    let changes = 0;
    const stop = log.subscribe(() => (changes += 1));
    reject('one');
    log.clear();
    expect([log.get(), changes]).toEqual([[], 2]);
    stop();
    reject('two');
    expect(changes).toBe(2);
  });

  it('is off during development', () => {
    const { log, throwIn, messages } = setUp({ isOn: false });
    throwIn(new Error('thrown'));
    log.addFailure(new Error('not drawn'), '');
    expect(messages()).toEqual([]);
  });
});

it('has a report with time, page, message, location and stack of each', () => {
  const entry = { number: 1, message: 'thrown', place: 'at Cell', address: '/orderList', time: TIME, stack: '' };
  expect(errorReport([entry, { ...entry, number: 2, place: '', stack: 'Error: thrown\n  at f' }])).toBe(
    '2026-03-01T10:00:00.000Z /orderList\nthrown\nat Cell\n\n' +
      '2026-03-01T10:00:00.000Z /orderList\nthrown\nError: thrown\n  at f',
  );
});
