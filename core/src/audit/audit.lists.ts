export const auditLists = { houseActs: ['audit_exported'] } as const
