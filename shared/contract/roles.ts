import { z } from 'zod';
import { labelSchema } from '@merchant-console/declaration';
import { defineCall } from './call.ts';
import { menuTreeSchema } from './session.ts';

/** More than will ever exist; only limits the size of a request. */
const MOST_PERMISSIONS = 5_000;

const permissionKeys = z.array(z.string().min(1).max(200)).max(MOST_PERMISSIONS);

/** The permissions that users of the tenant can have for one kind of record. */
const permissionGroupSchema = z.object({
  resource: z.string(),
  /** Null if no resource is declared for it, so that only handwritten pages use these permissions. */
  label: labelSchema.nullable(),
  permissions: z.array(
    z.object({
      key: z.string(),
      /** Label of the declared action that it allows, or null for an operation that every resource has. */
      label: labelSchema.nullable(),
      /** Permission keys that it requires to be of use. */
      needs: z.array(z.string()),
    }),
  ),
});
export type PermissionGroup = z.infer<typeof permissionGroupSchema>;

export const rolePermissionsSchema = z.object({
  role: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    is_owner: z.boolean(),
    user_count: z.int(),
    revision: z.int(),
  }),
  /** Keys that the role grants; for the owner role, all keys. May include keys that currently have no meaning. */
  granted: z.array(z.string()),
  /** Keys that the signed-in user has. */
  held: z.array(z.string()),
  /** True if the signed-in user has this role, and therefore may not extend it. */
  is_own: z.boolean(),
  groups: z.array(permissionGroupSchema),
  /** The tenant's whole menu. */
  menu: menuTreeSchema,
  /** Handwritten pages, with the permission that opens each. */
  opened_by: z.record(z.string(), z.string()),
});
export type RolePermissions = z.infer<typeof rolePermissionsSchema>;

export const rolePermissions = defineCall({
  id: 'rolePermissions',
  method: 'GET',
  path: '/role-permissions',
  access: { permission: 'roles.show' },
  side: 'both',
  summary: 'Get the permissions that a role grants, and all that it could grant',
  query: z.object({ role_id: z.string().min(1).max(128) }),
  data: rolePermissionsSchema,
});

export const saveRolePermissions = defineCall({
  id: 'saveRolePermissions',
  method: 'PUT',
  path: '/role-permissions/:id',
  access: { permission: 'roles.edit' },
  stepUp: 'always',
  side: 'both',
  summary: "Replace a role's permissions; permissions that these require are added",
  params: z.object({ id: z.string().min(1).max(128) }),
  body: z.strictObject({ revision: z.int().min(1), permissions: permissionKeys }),
  data: rolePermissionsSchema,
});

export const beginRolePreview = defineCall({
  id: 'beginRolePreview',
  method: 'POST',
  path: '/role-preview/:role_id',
  access: { permission: 'roles.show' },
  side: 'both',
  summary: 'Preview the console as users with a role see it; the session is read-only until the preview ends',
  params: z.object({ role_id: z.string().min(1).max(128) }),
  data: z.null(),
});

export const endRolePreview = defineCall({
  id: 'endRolePreview',
  method: 'DELETE',
  path: '/role-preview',
  access: 'session',
  side: 'both',
  summary: 'End the preview of a role',
  allowedInPreview: true,
  data: z.null(),
});
