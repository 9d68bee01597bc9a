import { Box } from '@mui/material';
import { FieldRow } from '#console/views/record/FieldRow.tsx';
import type { CustomGroup } from '../CustomGroup.ts';
import { AttemptList } from './AttemptList.tsx';

/** Where the result of an order goes, whether it has arrived, and each post of it. */
export const NotifyAttempts: CustomGroup = ({ resource, fields, record }) => (
  <>
    <Box component="dl" sx={{ m: 0 }}>
      {fields.map((field) => (
        <FieldRow key={field.source} field={field} record={record} align="left" />
      ))}
    </Box>
    {record['notify_url'] !== null && record['notify_status'] !== 'none' && (
      <AttemptList resource={resource} id={String(record.id)} />
    )}
  </>
);
