/* eslint react/jsx-key: off */
import PeopleIcon from '@mui/icons-material/People';
import { useMediaQuery, type Theme } from '@mui/material';
import * as React from 'react';
import {
    BulkDeleteWithConfirmButton,
    CanAccess,
    DataTable,
    List,
    SearchInput,
    SimpleList,
    TextInput,
    useCanAccess,
} from 'react-admin';

import Aside from './Aside.tsx';
import UserEditEmbedded from './UserEditEmbedded.tsx';
export const UserIcon = PeopleIcon;

const getUserFilters = (canSeeRole: boolean) => {
    const filters = [
        <SearchInput source="q" alwaysOn />,
        <TextInput source="name" />,
    ];
    if (canSeeRole) {
        filters.push(<TextInput source="role" />);
    }
    return filters;
};

const UserBulkActionButtons = props => (
    <BulkDeleteWithConfirmButton {...props} />
);

const UserList = () => {
    const isSmall = useMediaQuery((theme: Theme) =>
        theme.breakpoints.down('md')
    );
    const { isPending, canAccess: canSeeRole } = useCanAccess({
        action: 'show',
        resource: 'users.role',
    });
    if (isPending) {
        return null;
    }
    return (
        <List
            filters={getUserFilters(canSeeRole ?? false)}
            filterDefaultValues={{ role: 'user' }}
            sort={{ field: 'name', order: 'ASC' }}
            aside={<Aside />}
        >
            {isSmall ? (
                <SimpleList
                    primaryText={record => record.name}
                    secondaryText={record => (canSeeRole ? record.role : null)}
                />
            ) : (
                <DataTable
                    expand={<UserEditEmbedded />}
                    bulkActionButtons={<UserBulkActionButtons />}
                >
                    <DataTable.Col source="id" />
                    <DataTable.Col source="name" />
                    <CanAccess resource="users.role" action="show">
                        <DataTable.Col source="role" />
                    </CanAccess>
                </DataTable>
            )}
        </List>
    );
};

export default UserList;
