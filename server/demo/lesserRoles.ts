import path from 'node:path';
import { entitlementsOf } from '#server/access/entitlements.ts';
import { PROJECT_FOLDER } from '#server/open.ts';
import { loadResources } from '#server/resources/loadResources.ts';

/** Roles of the demo's merchant that are not its owner's, with the permissions that they grant. */
export type LesserRole = 'Reviewer' | 'Viewer';
export type LesserRoles = Readonly<Record<LesserRole, readonly string[]>>;

/** Made of what the shipped declarations open to merchants. */
export async function loadLesserRoles(): Promise<LesserRoles> {
  const resources = await loadResources(path.join(PROJECT_FOLDER, 'resources'));
  const entitled = entitlementsOf(resources.values(), 'merchant');
  return { Reviewer: entitled, Viewer: entitled.filter((key) => /\.(list|show)$/.test(key)) };
}
