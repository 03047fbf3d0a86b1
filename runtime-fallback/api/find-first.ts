import { ApiRefused, type ApiServer } from "./api-server.ts";
import { type ListOptions, type ListQuery, readPage } from "./list.ts";
import type { StoredObject } from "./stored-object.ts";

export interface FindOptions extends ListOptions {
  readonly wanted: (object: StoredObject) => boolean;
}

/**
 * The first of a list that is wanted; later pages are not read. Undefined only where everything was read, of one resourceVersion: where
 * that expires before the last page, everything is read once more.
 */
export async function findFirst(server: ApiServer, query: ListQuery, options: FindOptions): Promise<StoredObject | undefined> {
  try {
    return await search(server, query, options);
  } catch (error) {
    if (!(error instanceof ApiRefused) || error.answer.status !== 410) throw error;
    return search(server, query, options);
  }
}

async function search(server: ApiServer, query: ListQuery, options: FindOptions): Promise<StoredObject | undefined> {
  let page = await readPage(server, query, { options, token: "" });
  const { resourceVersion } = page;
  for (;;) {
    const found = page.objects.find(options.wanted);
    if (found !== undefined || page.token === "") return found;
    page = await readPage(server, query, { options, token: page.token });
    if (page.resourceVersion !== resourceVersion) throw new Error("pages of one list are of different versions; try again");
  }
}
