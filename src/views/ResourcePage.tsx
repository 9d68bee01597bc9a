import { Box, Skeleton, Typography } from '@mui/material';
import { ResourceContextProvider } from 'react-admin';
import { Route, Routes } from 'react-router';
import { permissionKey } from '#shared/declaration/permissions.ts';
import { DeclarationProblem } from './declaration/DeclarationProblem.tsx';
import { useDeclaration } from './declaration/useDeclaration.ts';
import { DeclaredList } from './list/DeclaredList.tsx';
import { RecordRoute } from './record/RecordRoute.tsx';
import { NotFound } from './state/NotFound.tsx';

interface ResourcePageProps {
  /** Name of the declaration, as the menu's `component_path` says it. */
  name: string;
  /** The menu's address of the list, without a slash at its end. */
  basePath: string;
  /** Keys such as `orders.show` that the user holds on this page. */
  permissions: readonly string[];
  /** The menu's title, in the user's language. */
  title: string;
}

/** A declared resource: its list at the address that the menu gives, its records below. */
export function ResourcePage({ name, basePath, permissions, title }: ResourcePageProps) {
  const { data: resource, error, isFetching, refetch } = useDeclaration(name);
  if (!resource) {
    if (error && !isFetching) return <DeclarationProblem name={name} error={error} onRetry={() => void refetch()} />;
    return <PageSkeleton title={title} />;
  }
  const view = { resource, basePath, title, canShow: permissions.includes(permissionKey(name, 'show')) };
  return (
    <ResourceContextProvider value={name}>
      <Routes>
        <Route index element={<DeclaredList view={view} />} />
        {view.canShow && <Route path=":id/show" element={<RecordRoute view={view} />} />}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </ResourceContextProvider>
  );
}

function PageSkeleton({ title }: { title: string }) {
  return (
    <Box aria-busy="true">
      <Typography component="h1" variant="h5">
        {title}
      </Typography>
      <Skeleton height={48} />
      <Skeleton variant="rounded" height={420} />
    </Box>
  );
}
