import { isRouteErrorResponse } from "react-router";

/**
 * Sends the request of a client action or loader. Returns the fallback when the network or the server fails, so that the
 * page stays as it is; the error page would replace it.
 */
export async function withFallback<Reply, Fallback>(
  send: () => Promise<Reply>,
  fallback: () => Fallback,
): Promise<Reply | Fallback> {
  try {
    return await send();
  } catch (error) {
    const isExpected =
      error instanceof Response || (isRouteErrorResponse(error) && error.status < 500);
    if (isExpected) throw error;
    return fallback();
  }
}
