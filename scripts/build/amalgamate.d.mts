export function readRooms(dir: string): Map<string, string>
export function joinRooms(texts: ReadonlyMap<string, string>): string
