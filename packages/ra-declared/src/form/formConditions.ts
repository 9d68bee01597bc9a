import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { brokenRules, type Decide, type Field, fieldFor, resolveLabel, type Rule } from '@merchant-console/declaration';
import type { FieldRecord } from '../fields/FieldTypeDefinition.ts';
import { useFormPart, usePartValues } from '../fields/inputs/formPart.ts';
import type { RuleMessage } from '../fields/inputs/FormRules.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import type { ResourceView } from '../ResourceView.ts';
import { initialValues, recordOf } from './formValues.ts';

/** The conditions of a form on its own values. */
export interface FormConditions {
  fields: readonly Field[];
  rules: readonly Rule[];
  /** The record before the change; null for a new one. */
  before: FieldRecord | null;
  decide: Decide;
  /** The field with its conditions decided. @param record as it would be saved */
  fieldFor(field: Field, record: FieldRecord): Field;
}

/** @param fields of the form */
export function useFormConditions(
  { resource: { rules }, allows }: Pick<ResourceView, 'resource' | 'allows'>,
  fields: readonly Field[],
  before: FieldRecord | null,
): FormConditions {
  const names = fields.map(({ source }) => source).join();
  return useMemo(() => {
    const decide: Decide = (predicate, record) => allows(predicate, record, fields);
    const first = before ?? initialValues(fields, null);
    return {
      fields,
      rules,
      before,
      decide,
      fieldFor: (field, record) => fieldFor(field, { before: first, after: record }, decide),
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `fields` is another array in each render
  }, [rules, allows, names, before]);
}

/** Returns the message of the first rule that the values break at a field. */
export function useRuleMessage({ fields, rules, before, decide }: FormConditions): RuleMessage {
  const { language, translate } = useFormatContext();
  return useCallback(
    (source, values) => {
      const own = rules.filter(({ at }) => at === source);
      const [broken] = brokenRules(own, { before, after: recordOf(fields, values) }, decide);
      return broken && resolveLabel(broken.text ?? '', language, translate);
    },
    [fields, rules, before, decide, language, translate],
  );
}

/** Shows and hides the messages of rules while the user types in other fields. */
export function useLiveRules({ fields, rules, before, decide }: FormConditions): void {
  const { trigger } = useFormContext();
  const { nameOf } = useFormPart();
  const record = recordOf(fields, usePartValues());
  const broken = new Set(brokenRules(rules, { before, after: record }, decide));
  const key = rules.map((rule) => Number(broken.has(rule))).join('');
  const last = useRef(key);
  const update = useEffectEvent((now: string) => {
    const changed = rules.filter((_, at) => now[at] !== last.current[at]).map(({ at }) => at);
    last.current = now;
    if (changed.length > 0) void trigger(changed.map(nameOf));
  });
  useEffect(() => update(key), [key]);
}
