import PrintIcon from '@mui/icons-material/PrintOutlined';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { MoneyChannel } from '#shared/contract/moneyForms.ts';
import {
  type CurrencyData,
  type Field,
  fieldLabel,
  formatAmount,
  plainText,
  scaleOfCurrency,
} from '@merchant-console/declaration';
import { debitAmount } from '#shared/money/fee.ts';
import { CopyButton, type FieldRecord, FieldRow, useFormatContext } from '@merchant-console/ra-declared';
import { formatFieldAlone, useShownRecord } from '@merchant-console/ra-declared/internal';
import { chargeOf } from '#console/features/figures/amountParts.ts';
import { PRINTED, PrintStyles } from '#console/ui/PrintStyles.tsx';

/** The account that a deposit is paid to, in the order in which banks ask for it. */
const ACCOUNT = ['bank_name', 'account_holder', 'account_number', 'branch_name', 'reference'].map((source): Field => ({
  source,
  type: 'text',
  copy: true,
}));
const REFERENCE: Field = { source: 'reference', type: 'text' };

/** Amount to send, fee included. */
const SENT: Field = { source: 'sent', type: 'money', currency: 'currency', label: 'moneyForms.recharge.debit' };

/** The instructions on the form, before the deposit has a number. In test mode, says that nothing is to be sent. */
export function ChannelInstructions({ instructions }: Pick<MoneyChannel, 'instructions'>) {
  const { translate } = useFormatContext();
  if (instructions === undefined) return null;
  if (instructions === null) return <Alert severity="info">{translate('instructions.in_test')}</Alert>;
  const { reference: text } = instructions;
  const reference =
    text === null ? translate('instructions.number_follows') : translate('instructions.text_and_number', { text });
  return (
    <Titled>
      <Lines record={{ ...instructions, reference }} fields={[...ACCOUNT.slice(0, -1), REFERENCE]} />
    </Titled>
  );
}

/** The instructions of a deposit with its number and amount, on the page with its result. */
export function DepositInstructions({ record }: { record: FieldRecord }) {
  return (
    <Titled>
      <Lines {...ofDeposit(record)} />
    </Titled>
  );
}

/** Like `DepositInstructions`, as a group of the deposit's record. Without an account, says why there is none. */
export function InstructionsGroup() {
  const record = useShownRecord();
  const { translate, currencyData } = useFormatContext();
  if (hasAccount(record)) return <Lines {...ofDeposit(record)} />;
  return <Typography variant="body2">{translate(lackOf(currencyData))}</Typography>;
}

/** True if the deposit's instructions are known. */
export const hasAccount = ({ account_number }: FieldRecord) => plainText(account_number) !== '';

/** Key of the reason why a deposit has no instructions: test mode, or it is older than them. */
export const lackOf = ({ is_test }: CurrencyData) =>
  is_test === true ? 'instructions.in_test' : 'moneyForms.next.deposits.no_account';

function ofDeposit(record: FieldRecord): LinesProps {
  const charge = chargeOf(record);
  if (!charge) return { record, fields: ACCOUNT };
  const sent = debitAmount(charge.amount, charge.fee, charge.deduction);
  return { record: { ...record, sent: sent.toString() }, fields: [...ACCOUNT, SENT] };
}

function Titled({ children }: { children: ReactNode }) {
  const { translate } = useFormatContext();
  return (
    <Box
      component="section"
      aria-label={translate('instructions.title')}
      sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: 1, minWidth: 0 }}
    >
      <Typography component="h2" variant="subtitle2" sx={{ mb: 0.5 }}>
        {translate('instructions.title')}
      </Typography>
      {children}
    </Box>
  );
}

interface LinesProps {
  record: FieldRecord;
  fields: readonly Field[];
}

/** The lines that have a value, each to copy, and a button that prints them alone. */
function Lines({ record, fields }: LinesProps) {
  const { translate } = useFormatContext();
  const [isPrinting, setIsPrinting] = useState(false);
  const print = () => {
    flushSync(() => setIsPrinting(true));
    window.addEventListener('afterprint', () => setIsPrinting(false), { once: true });
    window.print();
  };
  return (
    <>
      {isPrinting && <PrintStyles />}
      <Box {...(isPrinting && PRINTED)}>
        {isPrinting && <Typography component="h2">{translate('instructions.title')}</Typography>}
        <Box component="dl" sx={{ m: 0 }}>
          {fields
            .filter(({ source }) => plainText(record[source]) !== '')
            .map((field) => (
              <FieldRow key={field.source} field={field} record={record} align="left">
                {field.type === 'money' ? <SentAmount field={field} record={record} /> : undefined}
              </FieldRow>
            ))}
        </Box>
      </Box>
      <Button size="small" startIcon={<PrintIcon />} onClick={print} sx={{ mt: 0.5, ml: -0.625 }}>
        {translate('instructions.print')}
      </Button>
    </>
  );
}

/** The amount with its currency. Copied as digits alone, as banks' forms read it. */
function SentAmount({ field, record }: { field: Field; record: FieldRecord }) {
  const context = useFormatContext();
  const scale = scaleOfCurrency(plainText(record['currency']), context.currencyData);
  const digits = formatAmount(plainText(record[field.source]), scale).replaceAll(',', '');
  return (
    <>
      {formatFieldAlone(record, field, context)}
      <CopyButton text={digits} label={fieldLabel(field, context)} />
    </>
  );
}
