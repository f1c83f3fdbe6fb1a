package heron;

/**
 * The one mistake that is switched on for the life of this process.
 *
 * <p>Each mistake stands in the code where a real one would stand, behind {@code on(id)}.
 * Without the environment variable FAULT none of them is on. The list with explanations is faults.json.
 */
final class Fault {
    private static String active = "";

    private Fault() {}

    static void activate(String id) {
        active = id == null ? "" : id.trim();
    }

    static boolean on(String id) {
        return active.equals(id);
    }
}
