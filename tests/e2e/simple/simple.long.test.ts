import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonOf } from '@merchant-console/protocol/jsonOf';
import { buildConsoleWith } from '../../support/consoleWith.ts';
import { addMenuPage } from '../../support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '../../support/openedConsole.ts';
import { watchCalls } from '../../support/watchCalls.ts';
import { fillExample, type ExampleIds } from './fillExample.ts';

const FOLDER = import.meta.dirname;
const TITLES = { posts: 'Posts', comments: 'Comments', tags: 'Tags', app_users: 'App users' };
const rowsSchema = z.object({ data: z.array(z.looseObject({ id: z.string() })) });
const declarationSchema = z.looseObject({});

async function declarations(): Promise<Record<string, object>> {
  const folder = path.join(FOLDER, 'resources');
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  const declared = texts.map((text) => declarationSchema.parse(jsonOf(text)));
  return Object.fromEntries(declared.map((one) => [String(one['name']), one]));
}

describe("react-admin's example of posts, comments, tags and users", () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let ids: ExampleIds;
  let token: string;
  let settled: () => Promise<void>;

  beforeAll(async () => {
    const folder = await buildConsoleWith(path.join(FOLDER, 'custom'), 'simple');
    console = await openConsole({ orders: 20, folder, resources: await declarations() });
    for (const [name, title] of Object.entries(TITLES)) await addMenuPage(console.world, 'M100001', name, title);
    ids = await fillExample(console.world);
    ({ login_token: token } = await console.world.signIn('demo'));
    opened = await console.open('/posts', { as: 'demo' });
    page = opened.page;
    settled = watchCalls(page);
  });
  afterAll(() => console.close());
  afterEach(() => expect(opened.trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] }));

  const main = () => page.getByRole('main');
  const press = (name: string) => main().getByRole('button', { name, exact: true }).click();
  const input = (name: string) => main().getByRole('textbox', { name });
  const row = (title: string) => main().getByRole('row').filter({ hasText: title });
  const menuLink = (name: string) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name });
  async function open(address: string): Promise<void> {
    await page.goto(console.origin + address);
    await main().getByRole('heading', { level: 1 }).filter({ hasText: /./ }).waitFor();
    await expect.poll(() => main().locator('.MuiSkeleton-root').count()).toBe(0);
    await settled();
  }
  /** The server's records. */
  async function stored(endpoint: string) {
    const query = new URLSearchParams({ range: '[0,99]' });
    const answer = await console.world.call({ method: 'GET', url: `/prod-api/${endpoint}?${query}`, token });
    return rowsSchema.parse(answer.json()).data;
  }
  /** Addresses of all pages, each for the same record of its resource. */
  function addresses(): string[] {
    const kinds = { posts: ids.posts, comments: ids.comments, tags: ids.tags, app_users: ids.users };
    return Object.entries(kinds).flatMap(([name, known]) => {
      const id = known.get(3) ?? '';
      return [`/${name}`, `/${name}/create`, `/${name}/${id}`, `/${name}/${id}/show`];
    });
  }

  it.each([1000, 390])('opens its 16 pages, none of which is wider than a window of %i px', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    for (const address of addresses()) {
      await open(address);
      expect((await page.getByRole('alert').allInnerTexts()).join('')).toBe('');
      const tooWide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        const buttons = [...document.querySelectorAll('main .RaList-actions button, main .RaTopToolbar-root a')];
        const isCut = (button: Element) => button.getBoundingClientRect().right > clientWidth;
        return { page: scrollWidth - clientWidth, cut: buttons.filter(isCut).map(({ ariaLabel }) => ariaLabel) };
      });
      expect({ address, ...tooWide }).toEqual({ address, page: 0, cut: [] });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('shows the tree of tags, whose roots have no parent', async () => {
    await open('/tags');
    for (const name of ['Sport', 'Technology', 'Code', 'Photo', 'Music']) await main().getByText(name).waitFor();
    expect(await main().getByText('Parkour').count()).toBe(0);
    await main().getByText('Sport').click();
    await main().getByText('Parkour').waitFor();
  });

  it('saves a changed post, with the default of a value that it lacks', async () => {
    await open(`/posts/${ids.posts.get(7)}`);
    await input('Title').fill('A new title');
    await press('Save');
    await row('A new title').waitFor();
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    await settled();
    const post = (await stored('posts')).find(({ id }) => id === ids.posts.get(7));
    expect(post).toMatchObject({ title: 'A new title', average_note: 0, category: 'tech', subcategory: null });
  });

  it('creates a post on the day that its form shows', async () => {
    await open('/posts/create');
    await input('Title').fill('Brand new');
    await input('Teaser').fill('Teaser');
    await input('Body').fill('Body');
    const day = await main().getByLabel('Published').inputValue();
    await press('Save and Show');
    await page.waitForURL(/\/posts\/[^/]+\/show$/);
    await settled();
    const post = (await stored('posts')).find(({ title }) => title === 'Brand new');
    expect(post).toMatchObject({ published_at: day, commentable: true });
  });

  it('deletes a post unless that is undone', async () => {
    const id = ids.posts.get(12);
    const title = 'Qui tempore rerum et voluptates';
    const isStored = async () => (await stored('posts')).some((post) => post.id === id);
    const remove = async () => {
      await open(`/posts/${id}`);
      await press('Delete');
      await page.waitForURL(/\/posts$/);
      await row(title).waitFor({ state: 'detached' });
    };
    await remove();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(title).waitFor();
    expect(await isStored()).toBe(true);
    await remove();
    await expect.poll(isStored).toBe(false);
  });

  it('adds a comment to one of all posts', async () => {
    await open('/comments/create');
    await main().getByRole('combobox', { name: 'Post' }).click();
    await page.getByRole('option', { name: 'Sint dignissimos in architecto aut' }).click();
    await input('Author name').fill('Ada Lovelace');
    await input('Body').fill('The engine weaves patterns');
    await press('Save');
    await page
      .getByRole('status')
      .getByText(/created/)
      .waitFor();
    const comment = (await stored('comments')).find(({ body }) => body === 'The engine weaves patterns');
    expect(comment).toMatchObject({ author: { name: 'Ada Lovelace' }, post_id: ids.posts.get(2) });
  });

  it('asks before a changed post is left: by the menu, back, the closing of its tab and a reload', async () => {
    await open('/posts');
    await row('Totam vel quasi a odio et nihil').getByRole('link', { name: 'Edit' }).click();
    await input('Title').fill('Unsaved');
    const dialog = page.getByRole('dialog', { name: 'Discard changes?' });
    const decide = async (name: string) => {
      await dialog.getByRole('button', { name }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const address = page.url();
    const ways = [
      () => menuLink('Comments').click(),
      () => page.evaluate(() => history.back()),
      () => page.getByRole('button', { name: 'Close Posts' }).last().click(),
    ];
    for (const leave of ways) {
      await leave();
      await decide('Keep editing');
      expect(page.url()).toBe(address);
      expect(await input('Title').inputValue()).toBe('Unsaved');
    }
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.accept();
    await reloaded;
    await expect.poll(() => input('Title').inputValue()).toBe('Totam vel quasi a odio et nihil');
    await input('Title').fill('Unsaved');
    await menuLink('Comments').click();
    await decide('Discard changes');
    await page.waitForURL(/\/comments$/);
  });
});
