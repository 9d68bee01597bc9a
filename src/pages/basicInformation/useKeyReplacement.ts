import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { md5KeyUpdate, type Md5Key } from '#shared/contract/baseInfo.ts';
import { useApi } from '#console/api/ApiContext.ts';
import { errorOf } from '#console/api/errorOf.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { outcomeOf } from '#console/api/outcomeOf.ts';
import { fieldErrors } from '#console/views/form/fieldErrors.ts';
import { useBaseInfoStore } from './useBaseInfo.ts';

const PROOFS = ['pay_password', 'totp_code'] as const;
type Proof = (typeof PROOFS)[number];
type Problems = Partial<Record<Proof, string>>;

const FIELDS = PROOFS.map((source) => ({ source, type: 'secret' as const }));

/**
 * What shows that it is the user who replaces a key, and the new key once it is there. The key that is replaced is the
 * one that the dialog was opened with, so that a second try after a lost answer makes no second key.
 */
export function useKeyReplacement({ current, max_grace_hours }: Md5Key) {
  const { translate } = useFormatContext();
  const api = useApi();
  const store = useBaseInfoStore();
  const [replaced] = useState(current?.id ?? null);
  const [graceHours, setGraceHours] = useState(max_grace_hours);
  const [proofs, setProofs] = useState<Record<Proof, string>>({ pay_password: '', totp_code: '' });
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<{ error: Error; isUnknown: boolean } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  const isSending = useRef(false);
  const inputs = { pay_password: useRef<HTMLInputElement>(null), totp_code: useRef<HTMLInputElement>(null) };

  function show(found: Problems): void {
    flushSync(() => setProblems(found));
    const first = PROOFS.find((proof) => found[proof] !== undefined);
    if (first) inputs[first].current?.focus();
  }

  async function send(): Promise<void> {
    const missing = PROOFS.filter((proof) => proofs[proof] === '');
    setFailure(null);
    show(Object.fromEntries(missing.map((proof) => [proof, translate(`prompts.${proof}`)])));
    if (missing.length > 0) return;
    isSending.current = true;
    setIsBusy(true);
    try {
      const { key: made, base_info } = await api(md5KeyUpdate, {
        body: { key_id: replaced, grace_hours: graceHours, ...proofs },
      });
      store.put(base_info);
      setKey(made);
    } catch (caught) {
      const error = errorOf(caught);
      const { byField, rest } = fieldErrors(error, FIELDS);
      setFailure(rest && { error: rest, isUnknown: outcomeOf(error) === 'unknown' });
      // A code is good for one try.
      setProofs((before) => ({ ...before, totp_code: '' }));
      show(Object.fromEntries(byField));
      store.askAnew();
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  }

  return {
    ...{ graceHours, setGraceHours, proofs, problems, failure, isBusy, inputs, key },
    type(proof: Proof, text: string): void {
      setProofs((before) => ({ ...before, [proof]: text }));
      setProblems(({ [proof]: _, ...others }) => others);
    },
    submit(): void {
      if (!isSending.current) void send();
    },
  };
}
