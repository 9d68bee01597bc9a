import { z } from 'zod';
import { defineCall, fileDataSchema } from '#shared/contract/call.ts';
import type { Field, Resource } from '@merchant-console/declaration';
import { IMAGE_TYPES, isFileValue, permissionKey, type FileValue } from '@merchant-console/protocol';
import { NotFoundError, ValidationError } from '#server/errors.ts';
import { type FileField, maxFileBytes } from '#server/files/fileStore.ts';
import { disposition } from '#server/http/disposition.ts';
import { FileAnswer, route, type Route } from '#server/http/Route.ts';
import { actorOf, type CallDeps, seenBy, type Served, sourceFor } from '../CallDeps.ts';
import { fileValueSchema } from '../recordSchema.ts';
import { idParamsSchema } from './readRoutes.ts';

const isFileField = (field: Field): field is FileField => field.type === 'file' || field.type === 'image';

/** Upload and download for fields of the types file and image. */
export function fileRoutes({ resource, backend }: Served, deps: CallDeps): Route[] {
  const fields = resource.fields.filter(isFileField);
  if (fields.length === 0) return [];
  return [downloadRoute(resource, backend, deps), ...uploadRoute(resource, fields, deps)];
}

function uploadRoute(resource: Resource, fields: FileField[], { files }: CallDeps): Route[] {
  const { name, endpoint, operations } = resource;
  const writes = operations.filter((operation) => operation === 'create' || operation === 'edit');
  if (writes.length === 0) return [];
  const call = defineCall({
    id: `${name}.upload`,
    method: 'POST',
    path: `/${endpoint}/files`,
    status: 201,
    summary: 'Upload a file; the response is the value to store in its field',
    access: { anyPermission: writes.map((operation) => permissionKey(name, operation)) },
    query: z.strictObject({ source: z.string().max(80), name: z.string().min(1).max(255) }),
    upload: { maxBytes: Math.max(...fields.map(maxFileBytes)) },
    data: fileValueSchema,
  });
  const handler = route(call, async ({ session, query, request }) => {
    const field = seenBy(session, resource).visible.fields.find((one) => one.source === query.source);
    if (!field || !isFileField(field)) {
      throw new ValidationError({ source: { key: 'invalid_value', args: { value: query.source } } });
    }
    const bytes: unknown = request.body;
    if (!Buffer.isBuffer(bytes)) throw new ValidationError({ [field.source]: { key: 'file_empty' } });
    const mediaType = (request.headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
    return files.save(actorOf(session, request), { resource: name, field, name: query.name, mediaType, bytes });
  });
  return [handler];
}

function downloadRoute(resource: Resource, backend: Served['backend'], { files }: CallDeps): Route {
  const { name, endpoint } = resource;
  const call = defineCall({
    id: `${name}.file`,
    method: 'GET',
    path: `/${endpoint}/:id/files/:source`,
    download: '*/*',
    summary: 'Download a file of a record',
    access: { permission: permissionKey(name, 'show') },
    params: idParamsSchema.extend({ source: z.string().max(80) }),
    data: fileDataSchema,
  });
  return route(call, async ({ session, request, params }) => {
    const isVisible = seenBy(session, resource).visible.fields.some(
      (field) => field.source === params.source && isFileField(field),
    );
    const record = isVisible
      ? await sourceFor({ session, request }, backend).one(session.merchantId, params.id)
      : undefined;
    const value = record?.[params.source];
    const bytes = isFileValue(value) ? await files.read(session.merchantId, value.id) : undefined;
    if (!bytes || !isFileValue(value)) throw new NotFoundError();
    return new FileAnswer(bytes, { 'Content-Type': value.media_type, 'Content-Disposition': dispositionOf(value) });
  });
}

/** The Content-Disposition header of a file: pictures are displayed, others never opened as a page of this origin. */
export function dispositionOf({ name, media_type }: Pick<FileValue, 'name' | 'media_type'>): string {
  return disposition(IMAGE_TYPES.includes(media_type) ? 'inline' : 'attachment', {
    ascii: name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_'),
    full: name.replaceAll(/\p{Surrogate}/gu, '_'),
  });
}
