/** Storage of one oidc-provider: that of the package is shared by all providers of a process. */
type Payload = Record<string, unknown>;

export function memoryAdapter() {
  const stored = new Map<string, Payload>();
  return (model: string) => {
    const key = (id: string) => `${model} ${id}`;
    const by = (field: string, value: string) =>
      [...stored].find(([name, one]) => name.startsWith(`${model} `) && one[field] === value)?.[1];
    return {
      upsert: async (id: string, payload: Payload) => void stored.set(key(id), payload),
      find: async (id: string) => stored.get(key(id)),
      findByUid: async (uid: string) => by('uid', uid),
      findByUserCode: async (code: string) => by('userCode', code),
      consume: async (id: string) => {
        const payload = stored.get(key(id));
        if (payload !== undefined) payload['consumed'] = Math.floor(Date.now() / 1000);
      },
      destroy: async (id: string) => void stored.delete(key(id)),
      revokeByGrantId: async (grantId: string) => {
        for (const [name, one] of stored) if (one['grantId'] === grantId) stored.delete(name);
      },
    };
  };
}
