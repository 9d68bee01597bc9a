import { describe, expect, it } from 'vitest';
import { databaseHosts, placeOf, urlProblem } from '#server/db/postgres/databaseHosts.ts';

describe('the hosts of a DATABASE_URL', () => {
  it.each([
    ['postgres://u:p@h/db', ['postgres://u:p@h/db']],
    ['postgres://u:p@h1:5432,h2:5433/db', ['postgres://u:p@h1:5432/db', 'postgres://u:p@h2:5433/db']],
    ['postgresql://h1,h2,h3', ['postgresql://h1', 'postgresql://h2', 'postgresql://h3']],
    ['postgres://u@[::1]:1,[::2]/db', ['postgres://u@[::1]:1/db', 'postgres://u@[::2]/db']],
    [
      'postgres://u:p%2C@x,y/db?sslmode=verify-full',
      ['x', 'y'].map((h) => `postgres://u:p%2C@${h}/db?sslmode=verify-full`),
    ],
    ['postgres://u@a,b/db?target_session_attrs=read-write', ['postgres://u@a/db', 'postgres://u@b/db']],
    ['postgres://u@a/db?sslmode=disable&target_session_attrs=primary', ['postgres://u@a/db?sslmode=disable']],
    ['postgres:///db?host=/var/run', ['postgres:///db?host=/var/run']],
  ])('of %s are %j', (url, hosts) => {
    expect(databaseHosts(url)).toEqual(hosts);
    expect(urlProblem(url)).toBeNull();
  });

  it.each([
    ['mysql://u:s3cret@h/db', 'must look like'],
    ['h/db', 'must look like'],
    ['postgres://u:s3cret@h1,,h2/db', 'between two commas'],
    ['postgres://u:s3cret@h1:port,h2/db', 'h1:port'],
    ['postgres://u:s3cret@h1:5432,h2:99999/db', 'h2:99999'],
    ['postgres://u:s3cret@h/db?target_session_attrs=standby', 'target_session_attrs must be read-write or primary'],
  ])('%s is rejected, without printing its password', (url, words) => {
    expect(urlProblem(url)).toContain(words);
    expect(urlProblem(url)).not.toContain('s3cret');
  });

  it('are printed without user and password', () => {
    expect(placeOf('postgres://u:s3cret@h/db')).toBe('h:5432/db');
  });
});
