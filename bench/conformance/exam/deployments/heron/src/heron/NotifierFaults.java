package heron;

import java.util.List;
import java.util.Map;

/** The mistakes in the checks of what the NOTIFIER tools take. */
final class NotifierFaults {
    private record Overlooked(String tool, String parameter) {}

    private static final Map<String, Overlooked> REQUIRED_FORGOTTEN = Map.of(
            "n-upload-type-optional", new Overlooked("NOTIFIER_UPLOAD_REQUEST", "file_type"),
            "create-chat-email-optional", new Overlooked("NOTIFIER_CREATE_CHAT", "email"),
            "create-device-nickname-optional", new Overlooked("NOTIFIER_CREATE_DEVICE", "nickname"));

    private NotifierFaults() {}

    static boolean overlooks(String tool, Map<String, Object> input, Schema.Grievance grievance) {
        for (Map.Entry<String, Overlooked> entry : REQUIRED_FORGOTTEN.entrySet()) {
            Overlooked forgotten = entry.getValue();
            if (Fault.on(entry.getKey()) && forgotten.tool().equals(tool) && !input.containsKey(forgotten.parameter())
                    && grievance.spot().equals("input." + forgotten.parameter())) {
                return true;
            }
        }
        return false;
    }

    static void addWrongly(String tool, Map<String, Object> input, List<Schema.Grievance> wrong) {
        if (Fault.on("unmute-refused") && tool.equals("NOTIFIER_UPDATE_CHAT") && Boolean.FALSE.equals(input.get("muted"))) {
            // "if (!muted)" is not the same as "if it is missing".
            wrong.add(new Schema.Grievance("input.muted", "is missing"));
        }
    }
}
