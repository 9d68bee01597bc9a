import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNotify } from 'react-admin';
import { baseInfoSchema, baseInfoUpdate, type BaseInfo, type ContactField } from '#shared/contract/baseInfo.ts';
import { ApiError } from '#console/api/ApiError.ts';
import { useApi } from '#console/api/ApiContext.ts';
import { errorOf } from '#console/api/errorOf.ts';
import { fieldErrors } from '#console/views/form/fieldErrors.ts';
import { useBaseInfoStore } from './useBaseInfo.ts';

/** In the order of the page. */
export const CONTACT = ['short_name', 'contact_name', 'phone', 'email'] as const satisfies ContactField[];

type Values = Record<ContactField, string>;
type Problems = Partial<Record<ContactField, string>>;

const FIELDS = CONTACT.map((source) => ({ source, type: 'text' as const }));

function valuesOf(info: BaseInfo): Values {
  const { short_name, contact_name, phone, email } = info;
  return { short_name: short_name ?? '', contact_name: contact_name ?? '', phone: phone ?? '', email: email ?? '' };
}

/** What is typed, and the way to have it stored; of two who type at once the second sees what the first has stored. */
export function useContactForm(info: BaseInfo, onClose: () => void) {
  const api = useApi();
  const notify = useNotify();
  const store = useBaseInfoStore();
  /** As it was when the form was opened, or as somebody else has made it since. */
  const [base, setBase] = useState(info);
  const [values, setValues] = useState(() => valuesOf(info));
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<Error | null>(null);
  const [isConflict, setIsConflict] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const isSending = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const stored = valuesOf(base);

  function showRefusal(error: Error): void {
    const current = error instanceof ApiError ? baseInfoSchema.safeParse(error.current).data : undefined;
    if (current) {
      setBase(current);
      setIsConflict(true);
      return;
    }
    const { byField, rest } = fieldErrors(error, FIELDS);
    flushSync(() => {
      setProblems(Object.fromEntries(byField));
      setFailure(rest);
    });
    form.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus();
  }

  async function send(): Promise<void> {
    isSending.current = true;
    setIsBusy(true);
    setFailure(null);
    setIsConflict(false);
    try {
      store.put(await api(baseInfoUpdate, { body: { revision: base.revision, ...values } }));
      notify('basicInfo.saved', { type: 'success' });
      onClose();
    } catch (error) {
      showRefusal(errorOf(error));
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  }

  return {
    ...{ values, stored, problems, failure, isConflict, isBusy, form },
    isDirty: CONTACT.some((field) => values[field] !== stored[field]),
    type(field: ContactField, text: string): void {
      setValues((before) => ({ ...before, [field]: text }));
      setProblems(({ [field]: _, ...others }) => others);
    },
    submit(): void {
      if (!isSending.current) void send();
    },
    /** Leaves it as it is stored, which may be as somebody else has made it. */
    giveUp(): void {
      store.put(base);
      store.askAnew();
      onClose();
    },
  };
}
