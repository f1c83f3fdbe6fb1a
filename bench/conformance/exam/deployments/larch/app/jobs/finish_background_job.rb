class FinishBackgroundJob < ActiveJob::Base
  def perform(id)
    ApplicationRecord.transaction do
      job = BackgroundJob.find(id)
      next unless job.running?
      run = job.run
      if job.kind == 'broken'
        next if bug?("failed-job-never-ends")
        job.update!(state: :failed, error: 'the survey ship is lost')
        run.append('assistant', 'The background job ended with an error: the survey ship is lost.')
        RunLog.create!(run_id: run.id, event: 'job_failed', detail: job.error)
      else
        job.update!(state: :succeeded)
        run.append('assistant', 'The background job is done.')
        RunLog.create!(run_id: run.id, event: 'job_succeeded', detail: job.id)
      end
    end
  end
end
