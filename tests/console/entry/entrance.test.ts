import { describe, expect, it } from 'vitest';
import { createEntrance } from '#console/entry/entrance.ts';
import { createFakeWindow } from '../fakeWindow.ts';

function setUp(address: string, firstToken: string | null) {
  const fake = createFakeWindow(address);
  let token = firstToken;
  const entrance = createEntrance({ browser: fake.browser, getToken: () => token });
  let changes = 0;
  entrance.subscribe(() => (changes += 1));
  return {
    ...{ fake, entrance },
    screen: () => entrance.getScreen().name,
    changes: () => changes,
    become(next: string | null) {
      token = next;
      entrance.refresh();
    },
    /** The browser has another token, and nobody has told. */
    arrive(next: string | null) {
      token = next;
    },
    becomeElsewhere(next: string | null) {
      token = next;
      fake.storageChanged();
    },
  };
}

describe('at start', () => {
  it('somebody without a session sees the login page, and the way back is kept in the same step of history', () => {
    const { fake, screen } = setUp('/orders?x=1', null);
    expect(screen()).toBe('signIn');
    expect(fake.address()).toBe('/login?redirect=%2Forders%3Fx%3D1');
    expect(fake.entries()).toBe(1);
  });

  it('somebody with a session sees the page asked for', () => {
    const { fake, screen } = setUp('/orders?x=1', 'A');
    expect(screen()).toBe('console');
    expect(fake.address()).toBe('/orders?x=1');
  });

  it('somebody with a session does not see the login page', () => {
    const { fake, screen } = setUp('/login', 'A');
    expect(screen()).toBe('console');
    expect(fake.address()).toBe('/');
  });

  it('/auth-redirect shows nothing, to anybody', () => {
    expect(setUp('/auth-redirect?code=1', null).screen()).toBe('blank');
    expect(setUp('/auth-redirect?code=1', 'A').screen()).toBe('blank');
  });

  it('an invitation is opened, also in a browser that somebody else has used', () => {
    const { entrance } = setUp('/login#enrol=abc', 'A');
    expect(entrance.getScreen()).toEqual({ name: 'enrolment', token: 'abc' });
  });
});

describe('later', () => {
  it('a sign-in leads to where one wanted to go', () => {
    const { fake, screen, become } = setUp('/login?redirect=%2Fa%3Fb%3D1&c=2', null);
    become('A');
    expect(screen()).toBe('console');
    expect(fake.address()).toBe('/a?b=1&c=2');
  });

  it('the end of the session leads to the login page, which remembers the full path', () => {
    const { fake, screen, become } = setUp('/dashboard', 'A');
    fake.push('/orders?page=2');
    become(null);
    expect(screen()).toBe('signIn');
    expect(fake.address()).toBe('/login?redirect=%2Forders%3Fpage%3D2');
  });

  it('going back after that stays at the login page', () => {
    const { fake, screen, become } = setUp('/orders', 'A');
    become(null);
    fake.travelTo('/dashboard');
    expect(screen()).toBe('signIn');
    expect(fake.address()).toBe('/login?redirect=%2Fdashboard');
  });

  it('signing in or out in another tab counts here too', () => {
    const { screen, becomeElsewhere } = setUp('/orders', 'A');
    becomeElsewhere(null);
    expect(screen()).toBe('signIn');
    becomeElsewhere('B');
    expect(screen()).toBe('console');
  });

  it('a page that the browser brings back as it was is looked at anew', () => {
    const { fake, screen, arrive } = setUp('/orders', 'A');
    arrive(null);
    fake.comeBack();
    expect(screen()).toBe('signIn');
  });

  it.each([
    [null, 'A', 'console'],
    ['A', null, 'signIn'],
  ])('what happens in another tab (%o to %o) counts when its cookie comes after the word of it', (from, to, end) => {
    const { fake, screen, becomeElsewhere, arrive } = setUp('/orders', from);
    becomeElsewhere(from);
    arrive(to);
    expect(screen()).not.toBe(end);
    fake.later();
    expect(screen()).toBe(end);
  });

  it('a tab that was put aside looks again when it is looked at', () => {
    const { fake, screen, arrive } = setUp('/orders', 'A');
    arrive(null);
    fake.focus();
    expect(screen()).toBe('signIn');
  });

  it('tells when it was something outside the page that ended the session', () => {
    const { entrance, become, becomeElsewhere } = setUp('/orders', 'A');
    let told = 0;
    entrance.onEndedElsewhere(() => (told += 1));
    become(null);
    become('B');
    expect(told).toBe(0);
    becomeElsewhere(null);
    becomeElsewhere(null);
    expect(told).toBe(1);
  });

  it('tells it also when the cookie is gone before the word of it has come', () => {
    const { entrance, arrive, fake } = setUp('/orders', 'A');
    let told = 0;
    entrance.onEndedElsewhere(() => (told += 1));
    arrive(null);
    fake.travelTo('/dashboard');
    expect(told).toBe(1);
  });

  it('another session is another console', () => {
    const { entrance, changes, become } = setUp('/orders', 'A');
    become('B');
    expect(entrance.getScreen()).toEqual({ name: 'console', token: 'B' });
    expect(changes()).toBe(1);
  });

  it('nothing is told when nothing has changed', () => {
    const { fake, changes, become } = setUp('/orders', 'A');
    become('A');
    fake.travelTo('/dashboard');
    expect(changes()).toBe(0);
  });

  it('an invitation pasted into the address of the login page is opened', () => {
    const { fake, screen } = setUp('/login', null);
    fake.travelTo('/login#enrol=abc');
    expect(screen()).toBe('enrolment');
  });
});
