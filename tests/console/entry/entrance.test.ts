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
    fake,
    entrance,
    screen: () => entrance.getScreen().name,
    changes: () => changes,
    become(next: string | null) {
      token = next;
      entrance.refresh();
    },
    /** Changes the token in the browser without an event. */
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
  it('without a session, shows the login page and stores the way back in the same history entry', () => {
    const { fake, screen } = setUp('/orders?x=1', null);
    expect(screen()).toBe('signIn');
    expect(fake.address()).toBe('/login?redirect=%2Forders%3Fx%3D1');
    expect(fake.entries()).toBe(1);
  });

  it('with a session, shows the requested page', () => {
    const { fake, screen } = setUp('/orders?x=1', 'A');
    expect(screen()).toBe('console');
    expect(fake.address()).toBe('/orders?x=1');
  });

  it("with a session, doesn't show the login page", () => {
    const { fake, screen } = setUp('/login', 'A');
    expect(screen()).toBe('console');
    expect(fake.address()).toBe('/');
  });

  it('shows nothing at /auth-redirect, with or without a session', () => {
    expect(setUp('/auth-redirect?code=1', null).screen()).toBe('blank');
    expect(setUp('/auth-redirect?code=1', 'A').screen()).toBe('blank');
  });

  it('opens an invitation, also in a browser that has a session', () => {
    const { entrance } = setUp('/login#enrol=abc', 'A');
    expect(entrance.getScreen()).toEqual({ name: 'enrolment', token: 'abc' });
  });
});

describe('later', () => {
  it('a sign-in leads to the requested address', () => {
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

  it('signing in or out in another tab applies here too', () => {
    const { screen, becomeElsewhere } = setUp('/orders', 'A');
    becomeElsewhere(null);
    expect(screen()).toBe('signIn');
    becomeElsewhere('B');
    expect(screen()).toBe('console');
  });

  it('a page restored from the back/forward cache is checked again', () => {
    const { fake, screen, arrive } = setUp('/orders', 'A');
    arrive(null);
    fake.comeBack();
    expect(screen()).toBe('signIn');
  });

  it.each([
    [null, 'A', 'console'],
    ['A', null, 'signIn'],
  ])('a change in another tab (%o to %o) applies if its cookie arrives after the storage event', (from, to, end) => {
    const { fake, screen, becomeElsewhere, arrive } = setUp('/orders', from);
    becomeElsewhere(from);
    arrive(to);
    expect(screen()).not.toBe(end);
    fake.later();
    expect(screen()).toBe(end);
  });

  it('a tab checks the session when it gets the focus', () => {
    const { fake, screen, arrive } = setUp('/orders', 'A');
    arrive(null);
    fake.focus();
    expect(screen()).toBe('signIn');
  });

  it('reports when the session was ended outside the page', () => {
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

  it('reports it also if the cookie is gone before the storage event arrives', () => {
    const { entrance, arrive, fake } = setUp('/orders', 'A');
    let told = 0;
    entrance.onEndedElsewhere(() => (told += 1));
    arrive(null);
    fake.travelTo('/dashboard');
    expect(told).toBe(1);
  });

  it('another session mounts another console', () => {
    const { entrance, changes, become } = setUp('/orders', 'A');
    become('B');
    expect(entrance.getScreen()).toEqual({ name: 'console', token: 'B' });
    expect(changes()).toBe(1);
  });

  it('nothing is reported if nothing has changed', () => {
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
