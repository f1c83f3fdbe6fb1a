package heron;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A request that is not done, with the status that says why. */
final class Refusal extends RuntimeException {
    final int status;
    boolean withoutBody;
    final transient List<Schema.Grievance> grievances;

    Refusal(int status, String words) {
        super(words, null, false, false);
        this.status = status;
        this.grievances = null;
    }

    private Refusal(List<Schema.Grievance> grievances) {
        super("not valid", null, false, false);
        this.status = 422;
        this.grievances = grievances;
    }

    static Refusal invalid(List<Schema.Grievance> grievances) {
        return new Refusal(grievances);
    }

    static Refusal invalid(String spot, String gripe) {
        return new Refusal(List.of(new Schema.Grievance(spot, gripe)));
    }

    /** HTTPValidationError for 422, ErrorBody for all others. */
    Map<String, Object> body() {
        if (grievances != null) {
            return Json.object("grievances", grievances.stream().map(Schema.Grievance::json).toList());
        }
        Map<String, Object> mishap = new LinkedHashMap<>();
        mishap.put("number", String.valueOf(status));
        mishap.put("words", getMessage());
        return Json.object("mishap", mishap);
    }
}
