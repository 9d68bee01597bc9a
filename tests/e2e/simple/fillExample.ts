import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { World } from '../../support/world.ts';
import data from './custom/example/data.ts';

type Row = Readonly<Record<string, unknown>>;

const createdSchema = z.object({ data: z.object({ id: z.string() }) });

/** IDs of the example's records, which the server chooses, by the example's own ID. */
export type Ids = ReadonlyMap<unknown, string>;

export interface ExampleIds {
  tags: Ids;
  posts: Ids;
  comments: Ids;
  users: Ids;
}

/** Creates the example's records through the API. */
export async function fillExample(world: World): Promise<ExampleIds> {
  const { login_token: token } = await world.signIn('demo');

  async function create(endpoint: string, rows: readonly Row[], change: (row: Row, ids: Ids) => Row): Promise<Ids> {
    const ids = new Map<unknown, string>();
    for (const row of rows) {
      const { id: _, ...values } = change(row, ids);
      const headers = { 'idempotency-key': randomUUID() };
      const answer = await world.call({
        method: 'POST',
        url: `/prod-api/${endpoint}`,
        payload: values,
        headers,
        token,
      });
      if (answer.statusCode >= 400) throw new Error(`${endpoint} ${JSON.stringify(row)}: ${answer.body}`);
      ids.set(row['id'], createdSchema.parse(answer.json()).data.id);
    }
    return ids;
  }

  const { posts, comments, tags, users } = data;
  const tagIds = await create('tags', tags, ({ published, ...tag }, ids) => ({
    ...tag,
    published: Boolean(published),
    ...('parent_id' in tag && { parent_id: ids.get(tag['parent_id']) }),
  }));
  const userIds = await create('app-users', users, (user) => user);
  const postIds = await create('posts', posts, ({ published_at: day, tags: tagged, ...post }) => ({
    ...post,
    published_at: day instanceof Date ? day.toISOString().slice(0, 10) : day,
    tags: Array.isArray(tagged) ? tagged.map((id) => tagIds.get(id)) : [],
  }));
  const commentIds = await create('comments', comments, ({ created_at: _, post_id: post, ...comment }) => ({
    ...comment,
    post_id: postIds.get(post),
  }));
  return { tags: tagIds, posts: postIds, comments: commentIds, users: userIds };
}
