import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNotify } from 'react-admin';
import { rolePermissions, saveRolePermissions, type RolePermissions } from '#shared/contract/roles.ts';
import { humanise, type Label, resolveLabel } from '@merchant-console/declaration';
import type { PermissionRules } from '#shared/permissions/permissionRules.ts';
import { ApiError, errorOf } from '@merchant-console/ra-provider';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { reapplyChanges, toggled, type Bounds, type Selection } from './selection.ts';
import { permissionTree, type PermissionNode, type TreeWords } from './permissionTree.ts';

export type Grants = ReturnType<typeof useGrants>;

/** The permissions of a role, before and after the local changes are saved. */
export function useGrants(first: RolePermissions) {
  /** The server's version, as far as known. */
  const [base, setBase] = useState(first);
  const [after, setAfter] = useState<Selection>(() => new Set(first.granted));
  const words = useTreeWords();
  const { tree, rules } = useMemo(() => treeOf(base, words), [base, words]);
  const before = useMemo((): Selection => new Set(base.granted), [base]);
  const bounds = useMemo(() => boundsOf(base, rules), [base, rules]);
  return {
    base,
    before,
    after,
    nodes: tree,
    bounds,
    /** True if the role is read-only, for this user or for everyone. */
    isFixed: base.role.is_owner || !base.held.includes('roles.edit'),
    isChanged: before.size !== after.size || [...after].some((key) => !before.has(key)),
    press: (node: PermissionNode) => setAfter((selection) => toggled(node, selection, bounds)),
    discard: () => setAfter(before),
    /** Starts over from the server's current version, with or without the local changes. */
    rebase(now: RolePermissions, keep: boolean) {
      const changed = { before, mine: after, theirs: new Set(now.granted) };
      const { tree: nodes, rules: newRules } = treeOf(now, words);
      setAfter(keep ? reapplyChanges(changed, { nodes, rules: newRules }) : changed.theirs);
      setBase(now);
    },
  };
}

function treeOf(base: RolePermissions, words: ReturnType<typeof useTreeWords>) {
  const permissions = base.groups.flatMap((group) => group.permissions);
  const rules: PermissionRules = new Map(permissions.map(({ key, needs }) => [key, needs]));
  return { tree: permissionTree(base, words), rules };
}

/**
 * Previously granted permissions may be selected again. Others only by users who have them, and not for their own role.
 */
function boundsOf({ groups, granted, held, is_own, role }: RolePermissions, rules: PermissionRules): Bounds {
  const known = new Set(groups.flatMap(({ permissions }) => permissions.map(({ key }) => key)));
  const own = new Set(held);
  const isFixed = role.is_owner || !own.has('roles.edit');
  const canRemove = (key: string) => !isFixed && (own.has(key) || !known.has(key));
  return { rules, canRemove, canAdd: (key) => canRemove(key) && (!is_own || granted.includes(key)) };
}

/** Names of the tree's parts in the user's language. */
function useTreeWords(): TreeWords {
  const { translate, language } = useFormatContext();
  return useMemo(() => {
    const label = (words: Label) => resolveLabel(words, language, translate);
    const named = new Intl.ListFormat(language, { type: 'conjunction' });
    return {
      label,
      permission({ key, label: declared }) {
        const name = key.slice(key.indexOf('.') + 1);
        const general = translate(`rolePermissions.operations.${name}`, { _: humanise(name) });
        const words = typeof declared === 'string' ? translate(declared, { _: general }) : declared && label(declared);
        return translate(`rolePermissions.keys.${key}`, { _: words ?? general });
      },
      resource: humanise,
      opens: (pages) => translate('rolePermissions.opens', { pages: named.format(pages) }),
      other: translate('rolePermissions.other'),
      lapsed: translate('rolePermissions.lapsed'),
    };
  }, [translate, language]);
}

export const GRANTS_KEY = 'rolePermissions';

export type SaveGrants = ReturnType<typeof useSaveGrants>;

interface SaveState {
  isSaving: boolean;
  failure: Error | null;
  /** The permissions that another user has saved in the meantime, or null. */
  conflict: RolePermissions | null;
}

const AT_REST: SaveState = { isSaving: false, failure: null, conflict: null };

/** Saves the changes. They stay if that fails. */
export function useSaveGrants({ base, after, rebase }: Grants) {
  const api = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [state, setState] = useState(AT_REST);
  const { id, name, revision } = base.role;

  /** Resolves to true if nothing is left to ask, because it is saved or there is a conflict. */
  async function save(): Promise<boolean> {
    if (state.isSaving) return false;
    setState({ ...AT_REST, isSaving: true });
    try {
      const body = { revision, permissions: [...after] };
      const saved = await api(saveRolePermissions, { params: { id }, body });
      queryClient.setQueryData([GRANTS_KEY, id], saved);
      rebase(saved, false);
      setState(AT_REST);
      notify('rolePermissions.saved', { type: 'success', messageArgs: { role: name } });
      await queryClient.invalidateQueries({ queryKey: ['roles'] });
      return true;
    } catch (error) {
      return fail(errorOf(error));
    }
  }

  async function fail(failure: Error): Promise<boolean> {
    const isOutdated = failure instanceof ApiError && failure.errorId === 'conflict';
    const now = isOutdated ? await api(rolePermissions, { query: { role_id: id } }).catch(() => null) : null;
    setState({ isSaving: false, failure: now ? null : failure, conflict: now });
    return now !== null;
  }

  return {
    ...state,
    save,
    /** Continues after a conflict, with or without the local changes. */
    resolve(keep: boolean) {
      if (state.conflict) rebase(state.conflict, keep);
      setState(AT_REST);
    },
    forget: () => setState((now) => ({ ...now, failure: null })),
  };
}
